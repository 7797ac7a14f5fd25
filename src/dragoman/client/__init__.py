"""A client for the tables of a site, over HTTP; it needs the extra `client`.

>>> from dragoman.client import Client
>>> site = Client("http://127.0.0.1:8000")
>>> site
<Client of http://127.0.0.1:8000, nobody yet>
"""

from dragoman.client.calls import SiteAnswer, SiteError
from dragoman.client.site import Client
from dragoman.client.table import SiteTable

__all__ = ["Client", "SiteAnswer", "SiteError", "SiteTable"]
