/** A file of so many bytes that takes no room. */
export function emptyFile(name: string, size: number, lastModified = 1): File {
  return withContent(new File([], name, { lastModified }), size, sparse(size).slice)
}

/** A file that has changed on the disk since it was chosen. */
export function changedFile(name: string, size: number): File {
  const arrayBuffer = () => Promise.reject(new DOMException('It has changed', 'NotReadableError'))
  const slice = (from = 0, to = size): Blob => Object.assign(sparse(to - from), { arrayBuffer })
  const part = (from = 0, to = size) => withContent(new Blob([]), Math.min(to, size) - from, slice)
  return withContent(new File([], name), size, part)
}

function withContent<Content extends Blob>(content: Content, size: number, slice: Blob['slice']): Content {
  return Object.defineProperties(content, { size: { value: size }, slice: { value: slice } })
}

function sparse(size: number): Blob {
  const slice = (from = 0, to = size) => sparse(Math.max(0, Math.min(to, size) - from))
  const content = withContent(new Blob([]), size, slice)
  return Object.assign(content, { arrayBuffer: async () => new ArrayBuffer(0) })
}
