import { Component, type ReactNode } from "react";
import { say } from "../lib/say.ts";
import { buttonClass } from "./button.tsx";

type Props = {
  children: ReactNode;
  /** For parts that the page can do without. */
  instead?: ReactNode;
  /** When this changes, rendering is tried again. */
  address?: string;
};

type State = { failed: boolean; address: string | undefined };

/** Replaces a page that cannot be rendered, usually because its code could not be loaded. */
export class PageGuard extends Component<Props, { failed: boolean }> {
  override state: State = { failed: false, address: this.props.address };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State {
    return address === state.address ? state : { failed: false, address };
  }

  override componentDidMount(): void {
    addEventListener("online", this.tryAgain);
  }

  override componentWillUnmount(): void {
    removeEventListener("online", this.tryAgain);
  }

  // Many browsers remember a failed script load until the page is reloaded.
  private readonly tryAgain = (): void => {
    if (this.state.failed && this.props.instead === undefined) location.reload();
  };

  override render(): ReactNode {
    const { children, instead } = this.props;
    if (!this.state.failed) return children;
    if (instead !== undefined) return instead;
    const { title, offline, again } = say.frame.guard;
    return (
      <section role="alert" className="mx-auto max-w-xl space-y-4 px-4 py-16 text-center">
        <h1 className="serif text-title">{title}</h1>
        {navigator.onLine ? null : <p>{offline}</p>}
        <p>
          <button type="button" onClick={() => location.reload()} className={buttonClass()}>
            {again}
          </button>
        </p>
      </section>
    );
  }
}
