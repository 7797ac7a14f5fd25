"""Players for tournaments in tests: a program, an address and a model that decide by rule."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PROGRAM = """\
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    orders = [texts[-1] for texts in asked.get("legal", {}).values() if texts]
    print(json.dumps({"orders": orders}), flush=True)
"""

Reply = Callable[[str, dict[str, Any]], Any]


def last_orders(path: str, asked: dict[str, Any]) -> Any:
    """What a program answers: the last legal order of everything."""
    return {"orders": [texts[-1] for texts in asked.get("legal", {}).values() if texts]}


def model(path: str, asked: dict[str, Any]) -> Any:
    """What a fake model writes, with words around it: the first moves; at first a blunder too."""
    assert path.endswith("/chat/completions")
    words = asked["messages"]
    task = next(m["content"] for m in words if m["role"] == "user")
    orders = first_moves(task)
    if len(words) == 2:
        orders = ["A nowhere - else", *orders]
    text = f"I think:\n```json\n{json.dumps({'orders': orders})}\n```"
    usage = {"prompt_tokens": len(task) // 4, "completion_tokens": len(text) // 4}
    return {"choices": [{"message": {"content": text}}], "usage": usage}


def first_moves(observation: str) -> list[str]:
    """The first order with braces of each block, else its last."""
    found: list[str] = []
    for block in observation.partition("WHAT YOU CAN ORDER")[2].split("\n\n")[2:]:
        title, *lines = re.sub(r"\n {6}", " ", block.strip("\n")).split("\n")
        if not lines or not lines[0].startswith("  ") or ", if you like" in title:
            continue
        line = next((one for one in lines if "{" in one), lines[-1]).strip()
        head, brace, ends = line.partition("{")
        found.append(head + ends.rstrip("}").split(", ")[0] if brace else head)
    return found


@contextmanager
def answering(reply: Reply) -> Iterator[str]:
    """A server that answers each POST by a function; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps(reply(self.path, asked)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
