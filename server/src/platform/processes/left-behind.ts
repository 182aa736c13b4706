import type { Log } from '../log.ts'
import { readProcesses } from './process-file.ts'
import { sendSignal } from './send-signal.ts'
import { waitFor } from './wait-for.ts'

const second = 1000

/**
 * Processes of a supervisor that was killed end by themselves as soon as they notice. This waits until they have,
 * and ends those that are too busy to notice. The caller holds the data folder's lock, so nobody is using them.
 */
export async function endLeftBehind(
  dataDir: string,
  log: Log,
  patienceMilliseconds = 3 * second,
): Promise<void> {
  const gone = async () => (await readProcesses(dataDir)).length === 0
  if (await gone()) return
  log.warn('waiting for processes that an earlier Cresyl left behind')
  if (await waitFor(gone, patienceMilliseconds)) return
  for (const { name, pid, began } of await readProcesses(dataDir)) {
    // Without a beginning to compare, the id may be somebody else's by now.
    if (began === null) continue
    log.warn({ process: name, pid }, 'ending a process that an earlier Cresyl left behind')
    sendSignal(pid, 'SIGKILL')
  }
  await waitFor(gone, 2 * second)
}
