import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { StartError } from '../platform/start-error.ts'

/** Finds a taken port before anything is made or started for a server that couldn't listen. */
export async function checkPort({ host, port }: Config): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ host, port, exclusive: true })
    await once(probe, 'listening')
  } catch (error) {
    throw new StartError(sentenceFor(error as NodeJS.ErrnoException, host, port), { cause: error })
  } finally {
    probe.close()
  }
}

export async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new StartError(sentenceFor(error as NodeJS.ErrnoException, host, port), { cause: error })
  }
}

function sentenceFor(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that program, or choose another port: CRESYL_PORT=${port + 1} npm start.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose a port above 1023, for example: CRESYL_PORT=8080 npm start.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host} to listen on. Correct CRESYL_HOST, or remove it.`
    default:
      return `Cresyl can't listen on ${host}:${port}: ${error.message}.`
  }
}
