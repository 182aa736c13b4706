import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** A new value (another page) clears the error. */
  resetKey?: string
  fallback: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

interface Caught {
  error: unknown
  at: string | undefined
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { caught: Caught | null }> {
  override state: { caught: Caught | null } = { caught: null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error, at: undefined } }
  }

  override componentDidCatch(error: unknown) {
    this.setState({ caught: { error, at: this.props.resetKey } })
  }

  override componentDidUpdate() {
    const { caught } = this.state
    if (caught?.at !== undefined && caught.at !== this.props.resetKey) this.setState({ caught: null })
  }

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    return this.props.fallback(caught.error, () => this.setState({ caught: null }))
  }
}
