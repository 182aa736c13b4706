/** Bytes of everything that can't be collected; once more for what only the first collection sets free. */
export function memoryInUse(): number {
  if (!globalThis.gc) throw new Error('needs --expose-gc')
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
