/** What a module that runs in a sandbox exports as `run`. */
export type SandboxRun<Input, Output> = (input: Input, tools: SandboxTools) => Output | Promise<Output>

export interface SandboxTools {
  progress(done: number, total: number): void
  /** Hands the parent what is worth keeping, should this process not come to its end. */
  keep(value: unknown): void
  /** Told what the parent has found out since the work began, such as a newer address. */
  onNews(listener: (news: unknown) => void): void
}

/** To the child: first its work, and what is new later. */
export type SandboxOrder = { type: 'work'; module: string; input: unknown } | { type: 'news'; news: unknown }

export type SandboxMessage =
  | { type: 'progress'; done: number; total: number }
  | { type: 'kept'; value: unknown }
  | { type: 'done'; output: unknown }
  | { type: 'failed'; sentence: string; retry: boolean; noRoom?: boolean }
  | { type: 'threw'; detail: string }
