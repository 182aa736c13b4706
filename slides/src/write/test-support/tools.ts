import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Whether a program can be started on this machine. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a program; it must end well and may complain of nothing. */
export async function run(program: string, ...parameters: string[]): Promise<string> {
  const { stdout, stderr } = await execute(program, parameters, { maxBuffer: 64 * 1024 * 1024 })
  if (stderr.trim() !== '') throw new Error(`${program} complains: ${stderr}`)
  return stdout
}
