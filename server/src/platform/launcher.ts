/** What the process that started this one is told; it shows it to the person at the terminal. */
export type LauncherMessage =
  | { type: 'progress'; text: string }
  | { type: 'ready'; lines: string[] }
  | { type: 'failed'; message: string }

export function tellLauncher(message: LauncherMessage): void {
  if (process.connected) process.send?.(message)
}
