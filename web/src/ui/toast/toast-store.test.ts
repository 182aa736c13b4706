import { toastDurations } from '@cresyl/contract/api/limits'
import { expect, test } from 'vitest'
import { createToastStore, type Severity, visibleAtOnce } from './toast-store.ts'

const messagesOf = (store: ReturnType<typeof createToastStore>) =>
  store.visible().map((toast) => toast.message)

test('errors stay longer than everything else', () => {
  const store = createToastStore()
  const durations = (['error', 'warning', 'info'] satisfies Severity[]).map((severity) => {
    const id = store.show('Something', severity)
    const shown = store.visible().find((toast) => toast.id === id)
    store.hide(id)
    return shown?.duration
  })
  expect(durations).toEqual([toastDurations.error, toastDurations.other, toastDurations.other])
})

test('a toast is a success unless said otherwise', () => {
  const store = createToastStore()
  store.show('Saved')
  expect(store.visible()[0]?.severity).toBe('success')
})

test('toasts beyond what fits wait, and none is lost', () => {
  const store = createToastStore()
  const sent = Array.from({ length: visibleAtOnce + 2 }, (_, index) => `message ${index}`)
  for (const message of sent) store.show(message)
  expect(messagesOf(store)).toEqual(sent.slice(0, visibleAtOnce))

  const seen: string[] = []
  for (let first = store.visible()[0]; first; first = store.visible()[0]) {
    seen.push(first.message)
    store.hide(first.id)
  }
  expect(seen).toEqual(sent)
})

test('hiding one leaves the others in order', () => {
  const store = createToastStore()
  store.show('one')
  const second = store.show('two')
  store.show('three')
  store.hide(second)
  expect(messagesOf(store)).toEqual(['one', 'three'])
})

test('the same sentence twice is two toasts', () => {
  const store = createToastStore()
  store.show('Saved')
  store.show('Saved')
  expect(messagesOf(store)).toEqual(['Saved', 'Saved'])
})

test('listeners hear of every change until they leave', () => {
  const store = createToastStore()
  let heard = 0
  const leave = store.subscribe(() => {
    heard += 1
  })
  const id = store.show('one')
  store.hide(id)
  leave()
  store.show('two')
  expect(heard).toBe(2)
})

test('what is visible keeps its identity until something changes', () => {
  const store = createToastStore()
  store.show('one')
  expect(store.visible()).toBe(store.visible())
})
