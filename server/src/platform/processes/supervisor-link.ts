import { randomUUID } from 'node:crypto'
import type { ProcessSnapshot } from '../metrics/snapshot.ts'
import type { ChildMessage, SupervisorMessage } from './messages.ts'

type MessageOf<Type extends SupervisorMessage['type']> = Extract<SupervisorMessage, { type: Type }>

/** Resolves when the message has left, or when nobody is there to hear it. */
export function tellSupervisor(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, {}, () => resolve())
    else resolve()
  })
}

/** Calls for each message of the supervisor of this type. Returns how to stop. */
export function onTold<Type extends SupervisorMessage['type']>(
  type: Type,
  heard: (message: MessageOf<Type>) => void,
): () => void {
  const listener = (message: SupervisorMessage) => {
    if (message.type === type) heard(message as MessageOf<Type>)
  }
  process.on('message', listener)
  return () => process.off('message', listener)
}

export function whenTold<Type extends SupervisorMessage['type']>(type: Type): Promise<MessageOf<Type>> {
  return new Promise((resolve) => {
    const off = onTold(type, (message) => {
      off()
      resolve(message)
    })
  })
}

const patienceMilliseconds = 5000

/** What all processes of this machine have counted, this one included. */
export function askSupervisorForMetrics(): Promise<ProcessSnapshot[]> {
  return new Promise((resolve, reject) => {
    const id = randomUUID()
    const finish = () => {
      clearTimeout(deadline)
      off()
    }
    const deadline = setTimeout(() => {
      finish()
      reject(new Error('The supervisor did not answer'))
    }, patienceMilliseconds)
    const off = onTold('all-metrics', (message) => {
      if (message.id !== id) return
      finish()
      resolve(message.processes)
    })
    void tellSupervisor({ type: 'all-metrics', id })
  })
}
