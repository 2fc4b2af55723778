import { Component, type ErrorInfo, type ReactNode } from "react";

import { Trouble } from "./states";

/** Shows what broke instead of an empty page; the rest of the browser's windows go on. */
export class ErrorBoundary extends Component<{ children: ReactNode; at?: string }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  /** Another address is another try. */
  override componentDidUpdate(before: { at?: string }) {
    if (before.at !== this.props.at && this.state.error !== undefined) {
      this.setState({ error: undefined });
    }
  }

  override render() {
    if (this.state.error !== undefined) {
      return (
        <Trouble
          error={this.state.error}
          retry={() => {
            this.setState({ error: undefined });
          }}
        />
      );
    }
    return this.props.children;
  }
}
