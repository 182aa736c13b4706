/** What the browser says of a file that has changed since it was chosen is of no help. */
export const unreadable =
  'The file was changed or moved, or its disk was removed, after you chose it. Choose it again.'

/** Whether the browser can still read from the file: one byte tells. */
export async function canBeRead(content: Blob): Promise<boolean> {
  try {
    await content.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
