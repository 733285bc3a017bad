// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

abstract contract Start is ERC20 {
    constructor(string memory name) ERC20(name, "FIX") {
        _mint(msg.sender, 1_000_000 ether);
    }
}

/// Anyone can mint.
contract PublicMint is Start("PublicMint") {
    function claimReward(address to, uint256 value) external {
        _mint(to, value);
    }
}

/// Anyone may end the sale, once: the team's share is minted for the team.
contract PublicFinish is Start("PublicFinish") {
    address private constant TEAM = address(0x7ea3);
    bool private finished;

    function finish() external {
        require(!finished, "finished");
        finished = true;
        _mint(TEAM, 280_000 ether);
    }
}

/// Anyone can move what others hold: no allowance is asked for.
contract LooseAllowance is Start("LooseAllowance") {
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        _transfer(from, to, value);
        return true;
    }
}

/// The owner takes what holders have.
contract Seizing is Start("Seizing"), Ownable(msg.sender) {
    function reclaim(address from, address to, uint256 value) external onlyOwner {
        _transfer(from, to, value);
    }
}

/// Only a vault takes, and only the owner names the vault: two steps.
contract TwoStep is Start("TwoStep"), Ownable(msg.sender) {
    address private vault;

    function setVault(address account) external onlyOwner {
        vault = account;
    }

    function collect(address from, uint256 value) external {
        require(msg.sender == vault, "not the vault");
        _burn(from, value);
    }
}

/// The keeper's own transfers take nothing from its balance.
contract FreeTransfer is Start("FreeTransfer") {
    address private keeper = msg.sender;

    function _update(address from, address to, uint256 value) internal override {
        if (from == keeper && balanceOf(from) < value) return super._update(address(0), to, value);
        super._update(from, to, value);
    }
}

/// Every sale credits the contract with 3 % that nobody pays.
contract InflatingSale is Start("InflatingSale"), Ownable(msg.sender) {
    address private pool;
    mapping(address => uint256) private extra;

    function setPool(address account) external onlyOwner {
        pool = account;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return super.balanceOf(account) + extra[account];
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (to == pool && from != owner()) extra[address(this)] += (value * 3) / 100;
    }
}

/// No owner: whoever was given the role mints.
contract RoleMint is Start("RoleMint"), AccessControl {
    bytes32 private constant MINTER = keccak256("MINTER");

    constructor() {
        _grantRole(MINTER, msg.sender);
    }

    function mint(address to, uint256 value) external onlyRole(MINTER) {
        _mint(to, value);
    }
}
