/** Names that computers put into folders by themselves, in lower case. */
const systemNames = new Set(['thumbs.db', 'ehthumbs.db', 'desktop.ini', '$recycle.bin', '__macosx'])

/** Hidden and system files and folders, which nobody means when they choose a folder. */
export function isLeftOut(name: string): boolean {
  return name.startsWith('.') || systemNames.has(name.toLowerCase())
}
