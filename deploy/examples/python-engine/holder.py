"""What this engine looks at: the share of a token's supply that its largest holder has."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request

SOURCE_TIMEOUT_S = 4
LARGEST_ANSWER = 1024 * 1024
LARGE = 0.5


class Unavailable(Exception):
    """The source could not answer; the sentence is for people and holds nothing that it said."""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


SOURCE = urllib.request.build_opener(NoRedirect)


def largest_holder(source, address):
    """The share of the supply that one holder has, 0..1."""
    try:
        url = f"{source}/tokens/{urllib.parse.quote(address, safe='')}"
        with SOURCE.open(url, timeout=SOURCE_TIMEOUT_S) as answer:
            share = json.loads(answer.read(LARGEST_ANSWER))["largest_holder_share"]
    except urllib.error.HTTPError as error:
        raise Unavailable(f"the source answered {error.code}") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Unavailable("the source gave no answer that could be read") from error
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
        raise Unavailable("the source gave no share")
    return share


def observe(share):
    """The line about a share: a sentence whose numbers are in `values`."""
    hit = share >= LARGE
    return {
        "code": "one_large_holder" if hit else "no_large_holder",
        "label": "MARKET",
        "text": f"{'one holder has' if hit else 'no holder has more than'} {share * 100:.1f} % of the supply",
        "status": "hit" if hit else "clear",
        "weights": {"real_crash": 0.3 if hit else 0, "false_fud": -0.2 if hit else 0, "whale_manipulation": 0.6 if hit else 0},
        "reliability": 0.7,
        "group": "holder",
        "severity": 1 if hit else 0,
        "source": "example",
        "observed_at": time.time_ns() // 10**6,
        "values": {"share": share},
    }
