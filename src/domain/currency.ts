const decimals = new Map<string, number>(
  Intl.supportedValuesOf('currency').map((code) => [
    code,
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
      .maximumFractionDigits ?? 2,
  ]),
);

export function isCurrency(code: string): boolean {
  return decimals.has(code);
}

/** How many decimals the smallest unit stands for: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDecimals(code: string): number {
  return decimals.get(code) ?? 2;
}
