/** Has the browser save bytes under a name. */
export function saveFile(bytes: Blob, fileName: string): void {
  const address = URL.createObjectURL(bytes)
  followLink(address, fileName)
  // Some browsers begin to read it only a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Has the browser download what lies there. */
export function followLink(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
