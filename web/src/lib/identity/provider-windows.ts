/** What /silent.html tells of itself. */
export interface WindowAnswer {
  /** The name of the window it was in; empty if a provider took the name away. */
  window: string
  /** The query of its address: the provider's answer. */
  query: string
}

export interface AskingWindow {
  name: string
  close(): void
}

export interface PopupWindow extends AskingWindow {
  goTo(address: string): void
  /**
   * 'blank': nothing has come yet; 'there': some page is shown; 'back': the app's own login page, to which the
   * provider's pages lead whoever changed their mind; 'gone': closed, or, which looks the same from here, a page that
   * cut itself off from whoever opened it (Cross-Origin-Opener-Policy).
   */
  sight(): 'blank' | 'there' | 'back' | 'gone'
  /** What a failure page of the embedded provider says; null where there is none, or the page is another site's. */
  failure(): string | null
}

/** Windows beside this page in which the provider can be asked. */
export interface ProviderWindows {
  /** Null: the browser blocks it. It may be opened only while a click is being handled. */
  openPopup(): PopupWindow | null
  openFrame(address: string): AskingWindow
  onAnswer(listener: (answer: WindowAnswer) => void): () => void
  /** Whether the person is at this page, not at another window. */
  hasFocus(): boolean
}

/** Calls back after some milliseconds; returns what cancels it. */
export type After = (milliseconds: number, act: () => void) => () => void
