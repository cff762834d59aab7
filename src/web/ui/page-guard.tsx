import { Component, type ReactNode } from "react";
import { buttonClass } from "./button.tsx";

type Props = {
  children: ReactNode;
  /** For what the page can do without. */
  instead?: ReactNode;
};

/**
 * Stands in for a page that cannot be drawn, mostly because its code cannot be had: React would otherwise leave nothing
 * but the background. React asks for a class here.
 */
export class PageGuard extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { children, instead } = this.props;
    if (!this.state.failed) return children;
    if (instead !== undefined) return instead;
    return (
      <section role="alert" className="mx-auto max-w-xl space-y-4 px-4 py-16 text-center">
        <h1 className="font-serif text-3xl">This page could not be shown</h1>
        <p>
          <button type="button" onClick={() => location.reload()} className={buttonClass()}>
            Load it again
          </button>
        </p>
      </section>
    );
  }
}
