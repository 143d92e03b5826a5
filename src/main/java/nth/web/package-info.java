/** What the HTTP side of ingress and notifier does alike: problems, identity, correlation. */
@NullMarked
package nth.web;

import org.jspecify.annotations.NullMarked;
