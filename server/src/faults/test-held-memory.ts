import { setTimeout as sleep } from 'node:timers/promises'

/** Where Node listens once SIGUSR1 has told a process to let itself be looked into. */
const inspector = 'http://127.0.0.1:9229/json/list'

/**
 * What a process of ours holds in memory after its rubbish was taken away, in MB: objects and bytes outside of them.
 * What it takes up of the machine says less: V8 keeps room while it is busy, and gives it back when it likes.
 */
export async function heldMegabytes(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await findInspector())
  try {
    await new Promise((resolve, reject) => {
      socket.onopen = resolve
      socket.onerror = reject
    })
    await call(socket, 1, 'HeapProfiler.collectGarbage')
    const { result } = await call(socket, 2, 'Runtime.evaluate', {
      expression: `(({ heapUsed, external }) => process.pid === ${pid} ? heapUsed + external : NaN)(process.memoryUsage())`,
    })
    return Number(result.value) / 1024 / 1024
  } finally {
    socket.close()
  }
}

async function findInspector(): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const reply = await fetch(inspector).catch(() => undefined)
    if (reply !== undefined) {
      const [target] = (await reply.json()) as { webSocketDebuggerUrl: string }[]
      if (target !== undefined) return target.webSocketDebuggerUrl
    }
    await sleep(100)
  }
  throw new Error('No process let itself be looked into.')
}

interface Answer {
  result: { value?: unknown }
}

function call(socket: WebSocket, id: number, method: string, params: object = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as { id?: number; result?: Answer; error?: unknown }
      if (message.id !== id) return
      if (message.result) resolve(message.result)
      else reject(new Error(JSON.stringify(message.error)))
    }
    socket.send(JSON.stringify({ id, method, params }))
  })
}
