"""A NATS client of the standard library alone: log in with an nkey, publish, ask, read. One thread reads; any may publish."""

import base64
import json
import select
import socket
import threading
import time
import urllib.parse
import uuid
from collections import deque

from ed25519 import secret_of_seed, sign, user_of_secret

CALL_TIMEOUT_S = 2.0


class Message:
    """What the broker delivered. `status` is that of a message of the broker itself (404, 408, 100), else None."""

    def __init__(self, subject, sid, reply, headers, status, data):
        self.subject, self.sid, self.reply = subject, sid, reply
        self.headers, self.status, self.data = headers, status, data


def _headers_of(raw):
    """The status and the headers of a header block; of a repeated header the first value."""
    first, *lines = raw.decode("utf-8", "replace").split("\r\n")
    words = first.split()
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if colon:
            headers.setdefault(name.strip(), value.strip())
    return (int(words[1]) if len(words) > 1 and words[1].isdigit() else None), headers


class Nats:
    """One connection. Raises OSError when it ends; open another one then."""

    def __init__(self, url, seed, name):
        where = urllib.parse.urlsplit(url)
        self._socket = socket.create_connection((where.hostname, where.port or 4222), timeout=5)
        self._writing = threading.Lock()
        self._buffer = b""
        self._waiting = deque()
        self._sids = 0
        self.inbox = f"_INBOX_{name}.{uuid.uuid4().hex}"
        info = json.loads(self._line(time.monotonic() + 5).split(b" ", 1)[1])
        options = {"verbose": False, "pedantic": False, "lang": "python", "version": "0", "name": name}
        options.update(protocol=1, headers=True, no_responders=True)
        if seed:
            secret = secret_of_seed(seed)
            signature = base64.urlsafe_b64encode(sign(secret, info.get("nonce", "").encode()))
            options.update(nkey=user_of_secret(secret), sig=signature.decode().rstrip("="))
        self._send(f"CONNECT {json.dumps(options)}\r\nPING\r\n".encode())
        self._until_pong()
        self._answers = self.subscribe(f"{self.inbox}.ask.*")
        self._asked = 0

    def close(self):
        self._socket.close()

    def subscribe(self, subject):
        """The id that messages of this subscription carry."""
        self._sids += 1
        self._send(f"SUB {subject} {self._sids}\r\n".encode())
        return self._sids

    def unsubscribe(self, sid):
        """Everything that was under way to `sid`, in order; nothing comes after."""
        self._send(f"UNSUB {sid}\r\nPING\r\n".encode())
        self._until_pong()
        left = [message for message in self._waiting if message.sid == sid]
        self._waiting = deque(message for message in self._waiting if message.sid != sid)
        return left

    def flush(self):
        """Returns when the broker has taken all that was published."""
        self._send(b"PING\r\n")
        self._until_pong()

    def publish(self, subject, data, reply="", headers=None):
        block = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        if not block:
            self._send(f"PUB {subject} {reply} {len(data)}\r\n".encode() + data + b"\r\n")
            return
        raw = f"NATS/1.0\r\n{block}\r\n".encode()
        self._send(f"HPUB {subject} {reply} {len(raw)} {len(raw) + len(data)}\r\n".encode() + raw + data + b"\r\n")

    def ask(self, subject, data, headers=None):
        """The answer; None when none came within 2 s. What else comes meanwhile waits for `next`."""
        self._asked += 1
        reply = f"{self.inbox}.ask.{self._asked}"
        self.publish(subject, data, reply, headers)
        until = time.monotonic() + CALL_TIMEOUT_S
        while True:
            message = self._read(until)
            if message is None:
                return None
            if message.subject == reply:
                return None if message.status == 503 else message
            if message.sid != self._answers:
                self._waiting.append(message)

    def next(self, seconds):
        """The next message of any subscription, or None after so long."""
        if self._waiting:
            return self._waiting.popleft()
        message = self._read(time.monotonic() + seconds)
        # An answer that came after its question was given up.
        return None if message is not None and message.sid == self._answers else message

    def _send(self, data):
        with self._writing:
            self._socket.sendall(data)

    def _until_pong(self):
        while True:
            message = self._read(time.monotonic() + 5, pong=True)
            if message is True:
                return
            if message is None:
                raise OSError("the broker does not answer")
            self._waiting.append(message)

    def _read(self, until, pong=False):
        while True:
            line = self._line(until)
            if line is None:
                return None
            verb, _, rest = line.partition(b" ")
            verb = verb.upper()
            if verb == b"PING":
                self._send(b"PONG\r\n")
            elif verb == b"PONG" and pong:
                return True
            elif verb == b"-ERR":
                raise OSError(f"the broker says {rest.decode()}")
            elif verb in (b"MSG", b"HMSG"):
                return self._message(rest.decode().split(), verb == b"HMSG")

    def _message(self, words, has_headers):
        total = int(words[-1])
        head = int(words[-2]) if has_headers else 0
        counts = 2 if has_headers else 1
        reply = words[2] if len(words) == 3 + counts else ""
        body = self._bytes(total + 2)
        status, headers = _headers_of(body[:head]) if has_headers else (None, {})
        return Message(words[0], int(words[1]), reply, headers, status, body[head:total])

    def _line(self, until):
        while b"\r\n" not in self._buffer:
            if not self._fill(until):
                return None
        line, self._buffer = self._buffer.split(b"\r\n", 1)
        return line

    def _bytes(self, count):
        until = time.monotonic() + 5
        while len(self._buffer) < count:
            if not self._fill(until):
                raise OSError("the broker stopped in a message")
        data, self._buffer = self._buffer[:count], self._buffer[count:]
        return data

    def _fill(self, until):
        ready, _, _ = select.select([self._socket], [], [], max(0, until - time.monotonic()))
        if not ready:
            return False
        data = self._socket.recv(65536)
        if not data:
            raise OSError("the broker closed the connection")
        self._buffer += data
        return True
