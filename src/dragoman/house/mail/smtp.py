"""Mail by SMTP: any server will do, with or without TLS and a password."""

import hashlib
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate

from msgspec import Struct

from dragoman.house.mail.notices import Unsure

SECURITY = ("starttls", "tls", "none")
"""How a mail server is spoken to: the first if nothing is said."""


class SmtpSettings(Struct, frozen=True, kw_only=True):
    """Where mail goes out; `security` is `starttls`, `tls` or `none`."""

    host: str
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = "dragoman@localhost"
    security: str = "starttls"
    seconds: float = 15.0


class SmtpMailer:
    """Sends mail through one SMTP server."""

    def __init__(self, settings: SmtpSettings) -> None:
        self.settings = settings

    def send(self, address: str, subject: str, text: str) -> None:
        """Send a mail; an error before it is handed over means that nothing was sent."""
        mail = self.mail(address, subject, text)
        with self._connected() as server:
            for code, said in (server.mail(self.settings.sender), server.rcpt(address)):
                if code not in (250, 251):
                    raise smtplib.SMTPResponseException(code, said)
            try:
                code, said = server.data(mail.as_bytes())
            except (OSError, smtplib.SMTPServerDisconnected) as error:
                raise Unsure from error
            if code != 250:
                raise smtplib.SMTPDataError(code, said)

    def mail(self, address: str, subject: str, text: str) -> EmailMessage:
        """A mail as it is sent; its id is that of its content, so a repeated one can be known."""
        mail = EmailMessage()
        mail["From"], mail["To"] = self.settings.sender, address
        mail["Subject"] = " ".join(subject.split())[:150]
        mail["Date"] = formatdate()
        digest = hashlib.sha256(f"{address}\n{subject}\n{text}".encode()).hexdigest()[:32]
        mail["Message-ID"] = f"<{digest}@{self.settings.sender.rpartition('@')[2] or 'localhost'}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(text)
        return mail

    def _connected(self) -> smtplib.SMTP:
        chosen = self.settings
        if chosen.security == "tls":
            context = ssl.create_default_context()
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                chosen.host, chosen.port, timeout=chosen.seconds, context=context
            )
        else:
            server = smtplib.SMTP(chosen.host, chosen.port, timeout=chosen.seconds)
        server.ehlo()
        if chosen.security == "starttls":
            server.starttls(context=ssl.create_default_context())
            server.ehlo()
        if chosen.user:
            server.login(chosen.user, chosen.password)
        return server
