"""An engine in another language, of the standard library alone: `python3 engine.py NAME` (docs/writing-an-engine.md).

Asks a source how much of a token's supply its largest holder has. Settings: NATS_URL, NATS_NKEY_SEED_FILE, ENGINE_EXAMPLE_URL.
"""

import json
import os
import signal
import sys
import threading
import time
import uuid

from holder import Unavailable, largest_holder, observe
from nats import Nats

VERSION = "python-example-1"
PREFIX = "tsa"  # what the JetStream API is called in an engine's account
BEAT_S = 3
PULL_S = 5
JOB_ENDS_NS = 130 * 10**9
LAST_RUN = 2  # from the third delivery on it is answered without running: the first two may have killed the process
WRITTEN_BEFORE = {10071, 10077}


def read_request(message):
    """What is asked. Raises ValueError when it is not a fact of the version that this engine knows."""
    if message.headers.get("ce-type") not in ("tsa.request.v1", "tsa.token.v1"):
        raise ValueError("of a type that this engine does not know")
    if "Nats-Stream" in message.headers:
        raise ValueError("a stored direct-get reply")
    request = json.loads(message.data)
    uuid.UUID(request["job_id"])
    if message.subject.split(".")[-1] != request["job_id"] or not isinstance(request.get("contract_address", ""), str):
        raise ValueError("not a request")
    return request


def conclude(name, request, delivery, stored_ns):
    """The evidence of a request, whatever happens."""
    started = time.monotonic()
    said = {"outcome": "observed", "signals": []}
    try:
        source, address = os.environ.get("ENGINE_EXAMPLE_URL", ""), request.get("contract_address")
        if time.time_ns() > stored_ns + JOB_ENDS_NS:
            raise Unavailable("the job had ended before this engine took it")
        if delivery > LAST_RUN:
            raise Unavailable("gave no answer in earlier deliveries")
        if not source or not address:
            said = {"outcome": "not_applicable", "reason": "there is no source or no contract to ask about", "signals": []}
        else:
            said["signals"].append(observe(largest_holder(source, address)))
    except Unavailable as error:
        said = {"outcome": "unavailable", "reason": str(error), "signals": []}
    except Exception:  # a bug of ours costs this line, never the job
        said = {"outcome": "unavailable", "reason": "internal error", "signals": []}
    now = time.time_ns() // 10**6
    elapsed = int((time.monotonic() - started) * 1000)
    about = {"job_id": request["job_id"], "engine": name, "engine_version": VERSION}
    return {**about, **said, "measures": {}, "cached": False, "observed_at": now, "elapsed_ms": elapsed}


class Engine:
    """One connection's worth of work: a request at a time, a beat every 3 s beside it."""

    def __init__(self, nats, name):
        self.nats, self.name, self.role = nats, name, f"engine-{name}"
        self.held = ""
        self.presence = f"{PREFIX}.$KV.presence.{name}.{uuid.uuid4().hex[:12]}"
        self.ended = threading.Event()
        threading.Thread(target=self.beat, daemon=True).start()

    def beat(self):
        instance = self.presence.rsplit(".", 1)[1]
        here = json.dumps({"engine": self.name, "instance": instance, "version": VERSION, "upstreams": {}}).encode()
        try:
            while not self.ended.is_set():
                self.nats.publish(self.presence, here)
                if held := self.held:
                    self.nats.publish(held, b"+WPI")
                self.ended.wait(BEAT_S)
        except OSError:
            pass  # the reader sees it too, and opens another connection

    def serve(self, stopping):
        """Pulls one request after another until `stopping()`, then gives back what is under way."""
        inbox = f"{self.nats.inbox}.pull"
        sid = self.nats.subscribe(inbox)
        wanted = {"batch": 1, "expires": PULL_S * 10**9}
        while not stopping():
            self.nats.publish(f"{PREFIX}.CONSUMER.MSG.NEXT.ANALYSIS.{self.role}", json.dumps(wanted).encode(), inbox)
            until = time.monotonic() + PULL_S + 1
            message = None
            while message is None and time.monotonic() < until and not stopping():
                message = self.nats.next(0.5)
            if message is not None and message.status is None:
                self.work(message)
            elif message is not None and message.status != 408:
                time.sleep(0.5)
        for message in self.nats.unsubscribe(sid):
            if message.status is None:
                self.nats.publish(message.reply, b"-NAK")
        self.ended.set()
        self.nats.publish(self.presence, b"", headers={"KV-Operation": "DEL"})
        self.nats.flush()

    def work(self, message):
        """Answers one delivery and then acknowledges it; without an answer that is stored it comes again."""
        tokens = message.reply.split(".")
        at = 6 if len(tokens) > 9 else 4  # $JS.ACK.[domain.account.]stream.consumer.deliveries.seq.seq.time.pending
        try:
            request = read_request(message)
        except (ValueError, KeyError, TypeError, AttributeError):
            self.nats.publish(message.reply, b"+TERM malformed request")
            return
        self.held = message.reply
        try:
            evidence = conclude(self.name, request, int(tokens[at]), int(tokens[at + 3]))
            if self.write(evidence, message.headers):
                self.nats.publish(message.reply, b"+ACK")
        finally:
            self.held = ""

    def write(self, evidence, asked):
        """True when the broker has this evidence, or has had another one for this job before."""
        subject = f"analysis.evidence.engine.{self.name}.{evidence['job_id']}"
        headers = {"ce-specversion": "1.0", "ce-type": "tsa.evidence.v1", "ce-id": subject, "ce-source": self.role}
        if "traceparent" in asked:
            headers["traceparent"] = asked["traceparent"]
        for _ in range(5):
            answer = self.nats.ask(subject, json.dumps(evidence).encode(), headers)
            told = json.loads(answer.data) if answer else {}
            if "seq" in told or told.get("error", {}).get("err_code") in WRITTEN_BEFORE:
                return True
        return False


def main():
    name = sys.argv[1]
    with open(os.environ["NATS_NKEY_SEED_FILE"], encoding="ascii") as file:
        seed = file.read()
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    while not stop.is_set():
        try:
            nats = Nats(os.environ.get("NATS_URL", "nats://127.0.0.1:4222"), seed, f"engine-{name}")
            try:
                Engine(nats, name).serve(stop.is_set)
            finally:
                nats.close()
        except OSError as error:
            print(json.dumps({"level": "warn", "msg": f"lost the broker, trying again: {error}"}), flush=True)
            stop.wait(0.5)


main()
