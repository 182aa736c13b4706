import { readDemo } from '../../domain/demo/read-demo.ts'
import { removeDemo } from '../../domain/demo/remove-demo.ts'
import type { Handlers } from '../handler.ts'

export const demoHandlers = {
  readDemo: (call) => call.read(readDemo, { showDeleted: true }),

  removeDemo: (call) => call.write(removeDemo, { showDeleted: true }),
} satisfies Partial<Handlers>
