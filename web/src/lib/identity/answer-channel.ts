import type { WindowAnswer } from './provider-windows.ts'

// Only pages of this origin can speak and listen here.
const channelName = 'cresyl-authorization'

export function postAnswer(answer: WindowAnswer): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(answer)
  channel.close()
}

export function onAnswer(listener: (answer: WindowAnswer) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  // Only `postAnswer` above fills the channel.
  channel.addEventListener('message', (event: MessageEvent<WindowAnswer>) => listener(event.data))
  return () => channel.close()
}
