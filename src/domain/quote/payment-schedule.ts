/** How much of a quote a stage of its payment schedule takes. */
export type StageSize =
  /** percent, at most two decimals */
  | { type: 'percentage'; value: number }
  /** in the smallest currency unit */
  | { type: 'fixed'; value: number }
  /** all that the others leave */
  | { type: 'rest'; value: null };
