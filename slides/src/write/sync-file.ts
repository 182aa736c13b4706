import type { FileHandle } from 'node:fs/promises'

/**
 * Waits until what was written is on the disk. A process under Node's permission model may not ask for that: whoever
 * takes the file over from it does.
 */
export async function syncFile(handle: Pick<FileHandle, 'sync'>): Promise<void> {
  if (process.permission === undefined) await handle.sync()
}
