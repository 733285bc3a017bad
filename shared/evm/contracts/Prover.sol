// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, Market, Sale, Trade} from "./Trade.sol";

/// Stands at the address of whoever is to be tried, by a code override.
contract Actor {
    function act(address target, bytes calldata data) external returns (bool ok) {
        (ok,) = target.call(data);
    }
}

/// What one privileged call did to a holder and to the supply.
struct Outcome {
    bool tried;
    bool called;
    Sale sale;
    uint256 supplyBefore;
    uint256 supplyAfter;
    uint256 holderBefore;
    uint256 holderAfter;
}

/// Owner-capability proof. A holder buys; then each call is made as the actor and the holder sells, each try undone by a revert, in one eth_call.
contract Prover {
    error Told(Outcome outcome);

    uint256 private constant GAS_EACH = 900_000;
    uint256 private constant GAS_SPARE = 400_000;

    receive() external payable {}

    /// `bought` false: nothing could be tried. `base`: the sale without any call, in the block of the purchase.
    function prove(Market calldata m, uint256 coins, address actor, bytes[] calldata calls)
        external
        returns (bool bought, Outcome memory base, Outcome[] memory outcomes)
    {
        try this.buy(m, coins) {
            bought = IToken(m.token).balanceOf(address(this)) > 0;
        } catch {}
        outcomes = new Outcome[](calls.length);
        if (!bought) return (bought, base, outcomes);
        base = attempt(m, address(0), "");
        for (uint256 i; i < calls.length && gasleft() > GAS_EACH + GAS_SPARE; ++i) {
            outcomes[i] = attempt(m, actor, calls[i]);
        }
    }

    function buy(Market calldata m, uint256 coins) external {
        Trade.buy(m, coins);
    }

    function attempt(Market calldata m, address actor, bytes memory data) private returns (Outcome memory outcome) {
        try this.leg{gas: GAS_EACH}(m, actor, data) {} catch (bytes memory told) {
            if (told.length < 4 || bytes4(told) != Told.selector) return outcome;
            assembly {
                mstore(add(told, 4), sub(mload(told), 4))
                told := add(told, 4)
            }
            outcome = abi.decode(told, (Outcome));
        }
    }

    /// Always reverts: with the outcome, or because the gas ran out.
    function leg(Market calldata m, address actor, bytes calldata data) external {
        Outcome memory o;
        o.tried = true;
        o.supplyBefore = IToken(m.token).totalSupply();
        o.holderBefore = IToken(m.token).balanceOf(address(this));
        o.called = actor == address(0) || Actor(actor).act(m.token, data);
        o.supplyAfter = IToken(m.token).totalSupply();
        o.holderAfter = IToken(m.token).balanceOf(address(this));
        uint256 amount = o.holderAfter < o.holderBefore ? o.holderAfter : o.holderBefore;
        if (o.called && amount > 0) o.sale = Trade.sell(m, amount);
        revert Told(o);
    }
}
