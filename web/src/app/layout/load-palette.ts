/** Fetched when someone wants it, or comes near it. */
export const loadPalette = async () => (await import('../../features/search/palette.tsx')).Palette

/** What goes wrong is told when it is opened. */
export function fetchPalette(): void {
  loadPalette().catch(() => undefined)
}
