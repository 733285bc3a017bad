import { expect, test } from "vitest";
import { flatten } from "./flatten.ts";

test("bases come before what inherits from them, imports and second definitions go", () => {
  const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "./Base.sol";
import {Other} from "./Other.sol"; /* a comment with { a brace */
contract Top is Base(1), Other { string s = "// no comment; {"; }
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Base { constructor(uint a) {} }
interface Other { function f() external; }
contract Base { uint twice; }`;
  expect(flatten(source)).toBe(`// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.0;
contract Base { constructor(uint a) {} }
interface Other { function f() external; }
contract Top is Base(1), Other { string s = "// no comment; {"; }
`);
});
