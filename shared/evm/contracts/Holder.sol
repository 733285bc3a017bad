// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, Market, Sale, Trade} from "./Trade.sol";

/// Stands, by code overrides, at an unused address and through a minimal proxy at each real holder, who then sells a part of what it really holds.
contract Holder {
    error Told(Sale sale);

    struct Attempt {
        /// False: it holds nothing, or its sale ended without an answer.
        bool tried;
        Sale sale;
    }

    uint256 private constant GAS_EACH = 900_000;
    uint256 private constant GAS_SPARE = 400_000;

    receive() external payable {}

    /// One attempt per holder and part: all holders with the first part, then all with the next.
    function sellAll(Market calldata m, address payable[] calldata holders, uint256[] calldata partsBps)
        external
        returns (Attempt[] memory attempts)
    {
        uint256 count = holders.length;
        attempts = new Attempt[](count * partsBps.length);
        for (uint256 i; i < attempts.length && gasleft() > GAS_EACH + GAS_SPARE; ++i) {
            try Holder(holders[i % count]).sell{gas: GAS_EACH}(m, partsBps[i / count]) {} catch (bytes memory told) {
                if (told.length < 4 || bytes4(told) != Told.selector) continue;
                assembly {
                    mstore(add(told, 4), sub(mload(told), 4))
                    told := add(told, 4)
                }
                attempts[i] = Attempt(true, abi.decode(told, (Sale)));
            }
        }
    }

    /// Always reverts: with the sale, or with nothing to sell.
    function sell(Market calldata m, uint256 partBps) external {
        uint256 amount = (IToken(m.token).balanceOf(address(this)) * partBps) / 10_000;
        require(amount > 0);
        revert Told(Trade.sell(m, amount));
    }
}
