// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.20;

interface Erc20 {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Where a V3 factory stands: knows one pool.
contract V3Factory {
    address pool;
    uint24 fee;

    function set(address pool_, uint24 fee_) external {
        pool = pool_;
        fee = fee_;
    }

    function getPool(address, address, uint24 fee_) external view returns (address) {
        return fee_ == fee ? pool : address(0);
    }
}

/// The events and the state of a V3 pool; what a trade costs is told by whoever trades.
contract V3Pool {
    event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick);
    event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1);
    event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1);
    event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1);

    Erc20 immutable token0;
    Erc20 immutable token1;
    uint160 root;

    constructor(Erc20 a, Erc20 b, uint160 root_) {
        (token0, token1, root) = (a, b, root_);
    }

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
        return (root, 0, 0, 0, 0, 0, true);
    }

    function add(uint256 amount0, uint256 amount1) external {
        token0.transferFrom(msg.sender, address(this), amount0);
        token1.transferFrom(msg.sender, address(this), amount1);
        emit Mint(msg.sender, msg.sender, -10, 10, 1, amount0, amount1);
    }

    function remove(uint256 amount0, uint256 amount1) external {
        emit Burn(msg.sender, -10, 10, 1, amount0, amount1);
        token0.transfer(msg.sender, amount0);
        token1.transfer(msg.sender, amount1);
        emit Collect(msg.sender, msg.sender, -10, 10, uint128(amount0), uint128(amount1));
    }

    function swap(int256 amount0, int256 amount1, uint160 root_, uint128 liquidity) external {
        settle(token0, amount0);
        settle(token1, amount1);
        root = root_;
        emit Swap(msg.sender, msg.sender, amount0, amount1, root_, liquidity, 0);
    }

    function settle(Erc20 token, int256 amount) private {
        if (amount < 0) token.transfer(msg.sender, uint256(-amount));
        else token.transferFrom(msg.sender, address(this), uint256(amount));
    }
}

/// A plain token whose whole supply goes to whoever deploys it.
contract Coin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    uint256 public totalSupply = 1_000_000 ether;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) allowance;

    constructor() {
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}
