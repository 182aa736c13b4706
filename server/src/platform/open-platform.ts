import type { Context } from './context.ts'
import { openContext } from './open-context.ts'
import { type FoundationOptions, openFoundation } from './open-foundation.ts'

export interface Platform {
  context: Context
  close(): Promise<void>
}

/** Everything below the domain, for a process that works alone: a command line. */
export async function openPlatform(options: FoundationOptions): Promise<Platform> {
  const foundation = await openFoundation(options)
  try {
    const opened = await openContext(foundation)
    return {
      context: opened.context,
      close: async () => {
        await opened.close()
        await foundation.close()
      },
    }
  } catch (error) {
    await foundation.close()
    throw error
  }
}
