import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Stage } from './stage.ts'

export interface Child<Order, Report> {
  pid: number
  ask(order: Order): Promise<Report>
  /** Waits until it is gone, so that what it used can't count for another. */
  end(): Promise<void>
}

/** A program in a process of its own, which takes orders one by one. */
export function startChild<Order extends object, Report>(
  stage: Stage,
  program: URL,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Child<Order, Report> {
  const child = fork(fileURLToPath(program), {
    execArgv: [...process.execArgv, ...flags],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  const failed = exit.then(([code]): never => {
    throw new Error(`${program.pathname} ended with ${code}`)
  })
  failed.catch(() => {})
  const end = async () => {
    if (child.connected) child.disconnect()
    await exit
  }
  stage.onEnd(end)
  return {
    pid: child.pid ?? 0,
    ask: async (order) => {
      child.send(order)
      const [report] = await Promise.race([once(child, 'message'), failed])
      return report
    },
    end,
  }
}

/** In such a program: answers each order with what becomes of it. */
export function takeOrders<Order>(carryOut: (order: Order) => Promise<object>): void {
  process.on('message', async (order: Order) => process.send?.(await carryOut(order)))
}
