/** A name as it stands inside a sentence of the app: between marks that keep it to itself. */
export const isolated = (name: string): string => `\u2068${name}\u2069`
