const link = /\]\(\.\.\/([\w./-]+)\)([^[|]*)/g

/**
 * What docs/security.md names: a link to a file, then titles of tests in it “like this”.
 * @param {string} document
 * @returns {{ file: string, titles: string[] }[]}
 */
export function namedTests(document) {
  return [...document.matchAll(link)].map(([, file = '', rest = '']) => ({
    file,
    titles: [...rest.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }))
}

/**
 * What Vitest runs of them, each file once: all, or those with one of the words in their path. The others need a browser or a bucket, or are run by one of these.
 * @param {string} document
 * @param {string[]} [words]
 */
export function securityTestFiles(document, words = []) {
  const files = namedTests(document).map(({ file }) => file)
  const isChosen = (/** @type {string} */ file) =>
    words.length === 0 || words.some((word) => file.includes(word))
  return [...new Set(files)].filter((file) => /\.test\.tsx?$/.test(file) && isChosen(file))
}
