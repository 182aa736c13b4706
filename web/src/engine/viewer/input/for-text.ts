/** Inputs that nobody types into; a slider takes the arrow keys, though. */
const unwritten = new Set(['button', 'checkbox', 'color', 'file', 'radio', 'reset', 'submit'])

/** Whether keys pressed there are letters to someone, or choose something there. */
export function isForText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !unwritten.has(target.type)
  if (target.isContentEditable) return true
  return (
    target.closest('textarea, select, [role=dialog], [role=listbox], [role=menu], [role=slider]') !== null
  )
}
