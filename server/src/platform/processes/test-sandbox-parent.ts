import { runInSandbox } from './sandbox.ts'

/** A process that has work in a sandbox which loops for ever; says which process that is, and waits to be killed. */
await runInSandbox({
  module: new URL('./test-sandbox-work.ts', import.meta.url),
  input: { do: 'loop' },
  timeoutMilliseconds: 600_000,
  memoryBytes: 512 * 1024 * 1024,
  onProgress: (_done, pid) => process.stdout.write(`${pid}\n`),
})
