import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SendOrder, SendReport } from '../upload/client.ts'
import type { Stage } from './stage.ts'

export type SendParts = (order: SendOrder) => Promise<SendReport>

const program = fileURLToPath(new URL('../upload/client.ts', import.meta.url))

/** Has parts sent by a process of its own, the same one for all who are compared. */
export function startClient(stage: Stage): SendParts {
  const client = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(client, 'exit').then(([code]): never => {
    throw new Error(`The client that sends the parts ended with ${code}`)
  })
  ended.catch(() => {})
  stage.onEnd(() => client.kill('SIGKILL'))
  return async (order) => {
    client.send(order)
    const [report] = await Promise.race([once(client, 'message'), ended])
    return report
  }
}
