import type { Context } from '../../platform/context.ts'
import { sealAudits } from './seal-audits.ts'

const everyMilliseconds = 1000

/** Seals once a second until stopped; what is under way when stopped is finished first. */
export function startSealer(context: Context): { stop(): Promise<void> } {
  let stopped = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const round = async () => {
    try {
      await sealAudits(context)
    } catch (error) {
      context.log.error({ err: error }, 'sealing the audit log failed; it is tried again')
    }
    if (!stopped) schedule()
  }
  const schedule = () => {
    timer = setTimeout(() => {
      running = round()
    }, everyMilliseconds)
  }
  schedule()

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
