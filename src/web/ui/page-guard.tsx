import { Component, type ReactNode } from "react";
import { say } from "../lib/say.ts";
import { buttonClass } from "./button.tsx";

type Props = {
  children: ReactNode;
  /** For what the page can do without. */
  instead?: ReactNode;
  /** The address shown: another one is tried anew. */
  address?: string;
};

type State = { failed: boolean; address: string | undefined };

/**
 * Stands in for a page that cannot be drawn, mostly because its code cannot be had: React would otherwise leave nothing
 * but the background. React asks for a class here.
 */
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

  // Browsers remember that a script could not be had until the page is loaded again.
  private readonly tryAgain = (): void => {
    if (this.state.failed && this.props.instead === undefined) location.reload();
  };

  override render(): ReactNode {
    const { children, instead } = this.props;
    if (!this.state.failed) return children;
    if (instead !== undefined) return instead;
    const offline = !navigator.onLine;
    // The texts may be what could not be had.
    const { title, offline: noLine, again } = say.frame.guard;
    return (
      <section role="alert" className="mx-auto max-w-xl space-y-4 px-4 py-16 text-center">
        <h1 className="font-serif text-3xl">{title}</h1>
        {offline ? <p>{noLine}</p> : null}
        <p>
          <button type="button" onClick={() => location.reload()} className={buttonClass()}>
            {again}
          </button>
        </p>
      </section>
    );
  }
}
