import { z } from 'zod'

// Zod finds out whether it may compile its checks by trying, as soon as the first schema is made. In the browser
// the content security policy forbids that, and each try would be reported as a violation.
if ('document' in globalThis) z.config({ jitless: true })

export { z }
