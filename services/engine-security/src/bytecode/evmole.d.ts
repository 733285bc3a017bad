/** evmole 0.8.4 ships types that its export map does not name. */
declare module "evmole" {
  export function contractInfo(
    code: string,
    options: { selectors: boolean; arguments: boolean; stateMutability: boolean },
  ): { functions?: { selector: string; arguments?: string; stateMutability?: string }[] };
}
