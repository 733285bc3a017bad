// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// No return values: tokens that answer nothing are tokens too.
interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function totalSupply() external view returns (uint256);
    function transfer(address to, uint256 value) external;
    function approve(address spender, uint256 value) external;
}

interface IRouter {
    function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minOut, address[] calldata path, address to, uint256 deadline)
        external
        payable;
    function swapExactTokensForETHSupportingFeeOnTransferTokens(
        uint256 amount,
        uint256 minOut,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external;
}

/// The market a token is tried on.
struct Market {
    address router;
    address weth;
    address token;
    address pair;
}

/// One sale. `taxBps` is what of the amount did not reach the pool, so price impact has no part in it.
struct Sale {
    bool ok;
    uint256 taxBps;
}

library Trade {
    uint256 private constant FOREVER = type(uint256).max;

    function buy(Market memory m, uint256 coins) internal {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (m.weth, m.token);
        IRouter(m.router).swapExactETHForTokensSupportingFeeOnTransferTokens{value: coins}(0, path, address(this), FOREVER);
    }

    function sell(Market memory m, uint256 amount) internal returns (Sale memory sale) {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (m.token, m.weth);
        uint256 before = IToken(m.token).balanceOf(m.pair);
        try IToken(m.token).approve(m.router, amount) {} catch {}
        try IRouter(m.router).swapExactTokensForETHSupportingFeeOnTransferTokens(amount, 0, path, address(this), FOREVER) {
            sale.ok = true;
            uint256 arrived = IToken(m.token).balanceOf(m.pair) - before;
            sale.taxBps = arrived >= amount ? 0 : ((amount - arrived) * 10_000 + amount / 2) / amount;
        } catch {}
    }
}
