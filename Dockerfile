# A site in a container: the locked packages by hash, the package itself, a user without rights.
#   docker build -t dragoman . && docker run -p 8000:8000 -v dragoman-data:/data dragoman
FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/dragoman
COPY requirements-site.lock pyproject.toml README.md LICENSE ./
RUN /opt/dragoman/bin/pip install --no-cache-dir --require-hashes -r requirements-site.lock
COPY src src
RUN /opt/dragoman/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home dragoman
COPY --from=build /opt/dragoman /opt/dragoman
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
ENV PATH=/opt/dragoman/bin:$PATH PYTHONUNBUFFERED=1
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
STOPSIGNAL SIGINT
ENTRYPOINT ["dragoman"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
