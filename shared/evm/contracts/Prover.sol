// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, Market, Sale, Trade} from "./Trade.sol";

/// Stands at the address of whoever is to be tried, by a code override.
contract Actor {
    function act(address target, bytes calldata data) external returns (bool ok) {
        (ok,) = target.call(data);
    }
}

/// What stood after a privileged call, and whether a holder could still sell. The base outcome, without a call, tells what stood before.
struct Outcome {
    bool tried;
    bool called;
    Sale sale;
    uint256 supply;
    /// Balances of the holder, of the actor, of the pool, and of the token contract.
    uint256 holder;
    uint256 actor;
    uint256 pool;
    uint256 self;
    address owner;
    /// What these balances and the one of whoever pays for the sale grew by in the sale: nothing, unless transfers create tokens.
    uint256 grown;
}

/// A call that failed alone and went through after another one.
struct Second {
    uint256 first;
    uint256 second;
    Outcome outcome;
}

/// Owner-capability proof: each call is made as the actor, then a holder sells; each try is undone by a revert, all in one eth_call.
contract Prover {
    error Told(Outcome outcome);
    error Bought(bool bought, Sale sale);
    error Called(bool called);

    uint256 private constant GAS_EACH = 900_000;
    uint256 private constant GAS_BUY = 2_000_000;
    uint256 private constant GAS_SPARE = 400_000;
    uint256 private constant MOST_SECONDS = 24;

    receive() external payable {}

    /// `bought` and `atOnce`: a purchase and a sale in one block. The holder is whoever this address is: given a balance by a state override, else a buyer.
    /// `held` false: it got nothing, so nothing could be tried.
    function prove(Market calldata m, uint256 coins, address actor, bytes[] calldata calls)
        external
        returns (bool bought, Sale memory atOnce, bool held, Outcome memory base, Outcome[] memory outcomes)
    {
        (bought, atOnce) = buyAndSell(m, coins);
        outcomes = new Outcome[](calls.length);
        held = hold(m, coins);
        if (!held) return (bought, atOnce, held, base, outcomes);
        base = attempt(m, actor, new bytes[](0));
        bytes[] memory one = new bytes[](1);
        for (uint256 i; i < calls.length && gasleft() > GAS_EACH + GAS_SPARE; ++i) {
            one[0] = calls[i];
            outcomes[i] = attempt(m, actor, one);
        }
    }

    /// Second pass: calls that fail alone, each after each call that goes through, as far as the gas goes.
    function proveTwo(Market calldata m, uint256 coins, address actor, bytes[] calldata calls)
        external
        returns (Outcome memory base, Second[] memory found)
    {
        found = new Second[](MOST_SECONDS);
        uint256 count;
        if (hold(m, coins)) {
            base = attempt(m, actor, new bytes[](0));
            bool[] memory works = new bool[](calls.length);
            for (uint256 i; i < calls.length && gasleft() > GAS_EACH + GAS_SPARE; ++i) works[i] = succeeds(m, actor, calls[i]);
            bytes[] memory two = new bytes[](2);
            for (uint256 i; i < calls.length; ++i) {
                if (!works[i]) continue;
                for (uint256 j; j < calls.length && count < MOST_SECONDS && gasleft() > 2 * GAS_EACH + GAS_SPARE; ++j) {
                    if (works[j]) continue;
                    (two[0], two[1]) = (calls[i], calls[j]);
                    Outcome memory o = attempt(m, actor, two);
                    if (o.called) found[count++] = Second(i, j, o);
                }
            }
        }
        assembly {
            mstore(found, count)
        }
    }

    function hold(Market calldata m, uint256 coins) private returns (bool) {
        if (IToken(m.token).balanceOf(address(this)) > 0) return true;
        try this.buy{gas: GAS_BUY}(m, coins) {} catch {}
        return IToken(m.token).balanceOf(address(this)) > 0;
    }

    function buy(Market calldata m, uint256 coins) external {
        Trade.buy(m, coins);
    }

    function buyAndSell(Market calldata m, uint256 coins) private returns (bool bought, Sale memory sale) {
        try this.roundTrip{gas: GAS_BUY}(m, coins) {} catch (bytes memory told) {
            if (told.length < 4 || bytes4(told) != Bought.selector) return (bought, sale);
            return abi.decode(body(told), (bool, Sale));
        }
    }

    /// Always reverts: with what a purchase and the sale of what it brought came to, or because buying failed.
    function roundTrip(Market calldata m, uint256 coins) external {
        uint256 before = IToken(m.token).balanceOf(address(this));
        Trade.buy(m, coins);
        uint256 got = IToken(m.token).balanceOf(address(this)) - before;
        Sale memory sale;
        if (got > 0) sale = Trade.sell(m, got);
        revert Bought(got > 0, sale);
    }

    function succeeds(Market calldata m, address actor, bytes calldata data) private returns (bool called) {
        try this.callOnly{gas: GAS_EACH}(m.token, actor, data) {} catch (bytes memory told) {
            if (told.length >= 4 && bytes4(told) == Called.selector) called = abi.decode(body(told), (bool));
        }
    }

    /// Always reverts: with whether the call went through.
    function callOnly(address token, address actor, bytes calldata data) external {
        revert Called(Actor(actor).act(token, data));
    }

    function attempt(Market calldata m, address actor, bytes[] memory calls) private returns (Outcome memory outcome) {
        try this.leg{gas: GAS_EACH}(m, actor, calls) {} catch (bytes memory told) {
            if (told.length < 4 || bytes4(told) != Told.selector) return outcome;
            outcome = abi.decode(body(told), (Outcome));
        }
    }

    /// Always reverts: with the outcome, or because the gas ran out.
    function leg(Market calldata m, address actor, bytes[] calldata calls) external {
        Outcome memory o;
        IToken token = IToken(m.token);
        uint256 before = token.balanceOf(address(this));
        o.tried = true;
        o.called = true;
        for (uint256 i; i < calls.length && o.called; ++i) o.called = Actor(actor).act(m.token, calls[i]);
        if (o.called) {
            o.supply = token.totalSupply();
            o.holder = token.balanceOf(address(this));
            o.actor = token.balanceOf(actor);
            o.pool = token.balanceOf(m.pair);
            o.self = token.balanceOf(m.token);
            o.owner = ownerOf(m.token);
            uint256 amount = o.holder < before ? o.holder : before;
            if (amount > 0) {
                o.sale = Trade.sell(m, amount);
                uint256 then = o.holder + o.actor + o.pool + o.self;
                uint256 now_ = token.balanceOf(address(this)) + token.balanceOf(actor) + token.balanceOf(m.pair) + token.balanceOf(m.token);
                // a supply that grows with them is a rebase, in the open
                o.grown = now_ > then && token.totalSupply() == o.supply ? now_ - then : 0;
            }
        }
        revert Told(o);
    }

    /// What `owner()` answers; zero where it answers nothing.
    function ownerOf(address token) private view returns (address) {
        (bool ok, bytes memory word) = token.staticcall{gas: 100_000}(hex"8da5cb5b");
        return ok && word.length == 32 ? address(uint160(abi.decode(word, (uint256)))) : address(0);
    }

    /// What an error carries behind its selector.
    function body(bytes memory told) private pure returns (bytes memory data) {
        assembly {
            mstore(add(told, 4), sub(mload(told), 4))
            data := add(told, 4)
        }
    }
}
