import { postAnswer } from './lib/identity/answer-channel.ts'

postAnswer({ window: window.name, query: location.search })
// The code in it is of no use to anyone else, but it need not stay in sight either.
history.replaceState(null, '', location.pathname)
// Does nothing in a frame, and the browser may refuse it: then the page says that the window can be closed.
window.close()
