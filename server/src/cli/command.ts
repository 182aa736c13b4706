export interface Command {
  name: string
  usage: string
  summary: string
  /** Returns the exit code. */
  run(words: string[]): Promise<number>
}
