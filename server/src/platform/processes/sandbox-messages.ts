/** What a module that runs in a sandbox exports as `run`. */
export type SandboxRun<Input, Output> = (input: Input, tools: SandboxTools) => Output | Promise<Output>

export interface SandboxTools {
  progress(done: number, total: number): void
}

/** The first and only message to the child. */
export interface SandboxOrder {
  module: string
  input: unknown
}

export type SandboxMessage =
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; output: unknown }
  | { type: 'failed'; sentence: string; retry: boolean }
  | { type: 'threw'; detail: string }
