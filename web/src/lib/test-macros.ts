// Lingui's macros for unit tests, in the language of the source; the app's are compiled when it is built.
export const t = (strings: TemplateStringsArray, ...values: unknown[]): string =>
  String.raw({ raw: strings }, ...values)
export const msg = (strings: TemplateStringsArray): { id: string } => ({ id: strings[0] ?? '' })
