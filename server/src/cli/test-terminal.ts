import { Readable } from 'node:stream'
import type { Environment } from '../platform/config/settings.ts'
import type { Command } from './command.ts'
import { runCommand } from './run-command.ts'

/** Runs a command in this process, as a person would in a terminal with these settings. */
export async function runHere(
  environment: Environment,
  words: readonly string[],
  { input = '', commands }: { input?: string; commands?: Command[] } = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const terminal = {
    environment,
    input: Readable.from([input]),
    output: { write: (text: string) => (said.stdout += text) },
    errors: { write: (text: string) => (said.stderr += text) },
  }
  const code = await runCommand([...words], terminal, commands)
  return { code, ...said }
}
