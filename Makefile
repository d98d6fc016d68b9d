# Barline: `make help` lists what there is to do.
# Two commands serve a fresh machine: `make run` and `make test`. Each installs first what is missing.

PREFIX = /usr/local
DESTDIR =
ZSHDIR = $(PREFIX)/share/zsh/site-functions
FILE = data/samples/music.opus
ARGS =
FUZZ = 10
PLACES = 40
ACTIONS = 2000
ONLY =

id = org.barline.Barline
languages = $(shell cat po/LINGUAS)
release = .build/release
icons = $(wildcard data/icons/hicolor/*/apps/*.svg data/icons/hicolor/*/apps/*.png)
profiles = $(wildcard data/profiles/*.profile)
manuals = $(wildcard data/man/*.1)
sources = $(wildcard Package.swift Sources Tests resources Benchmarks)

# What `install` puts below PREFIX, and `uninstall` takes away.
installed = bin/barline bin/barline-cli libexec/barline/barline-decoder \
  share/applications/$(id).desktop share/metainfo/$(id).metainfo.xml \
  share/mime/packages/$(id).xml share/thumbnailers/barline.thumbnailer \
  share/glib-2.0/schemas/$(id).gschema.xml share/dbus-1/services/$(id).service \
  $(completions) \
  $(profiles:data/%=share/barline/%) \
  $(icons:data/%=share/%) $(manuals:data/man/%=share/man/man1/%) \
  $(languages:%=share/locale/%/LC_MESSAGES/barline.mo)
completions = share/bash-completion/completions/barline-cli share/fish/vendor_completions.d/barline-cli.fish

.PHONY: messages catalogs help run test recipes elsewhere fuzz damage monkey recordings sanitize bench build compile format lint install completions strip uninstall refresh dist packages clean
.DEFAULT_GOAL := help

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

# The value goes through the environment: a file name may hold spaces, quotes and dollar signs.
run: export BARLINE_FILE = $(value FILE)
run: ## Build and open a recording: FILE="My song.flac", or a sample
	@scripts/run prepare
	@$(MAKE) --no-print-directory build
	@mkdir -p .build/schemas && glib-compile-schemas --strict --targetdir=.build/schemas data
	@$(MAKE) --no-print-directory catalogs LOCALE=.build/locale
	@BARLINE_LOCALE_DIR="$(CURDIR)/.build/locale" \
	  XDG_DATA_DIRS="$(CURDIR)/data:$${XDG_DATA_DIRS:-/usr/local/share:/usr/share}" \
	  GSETTINGS_SCHEMA_DIR="$(CURDIR)/.build/schemas" scripts/run open "$$BARLINE_FILE"

test: export BARLINE_ONLY = $(value ONLY)
test: ## Run every test; ONLY=Marks a feature's, ONLY=quick those without a display
	@scripts/dependencies test
	@scripts/test $${BARLINE_ONLY:+"$$BARLINE_ONLY"}

recipes: ## Run the recipes of docs/batch.md, those for Dask and Ray as well
	@scripts/dependencies test
	@scripts/build
	@Tests/Batch/run $(ARGS)

fuzz: export BARLINE_FUZZ = $(value FUZZ)
fuzz: ## Feed the parsers 20,000 x FUZZ=10 damaged inputs each
	@scripts/dependencies test
	@scripts/test Fuzz

damage: export BARLINE_DAMAGE = $(value PLACES)
damage: export BARLINE_CAMPAIGNS = 1
damage: ## Damage copies of all formats at PLACES=40 places, six ways, short and long
	@scripts/dependencies test
	@scripts/test DamagedCopyTests

monkey: export BARLINE_MONKEY = $(value ACTIONS)
monkey: ## Do ACTIONS=2000 random things to the window
	@scripts/dependencies test
	@scripts/test "monkey: "

elsewhere: ## Run the tests of the window and of the command line on Debian 13 and on sid
	@scripts/dependencies test
	@scripts/build --build-tests
	@scripts/elsewhere trixie
	@scripts/elsewhere sid

recordings: build ## Read some thousand real recordings of Debian's packages
	@scripts/recordings

sanitize: ## Run tests under thread and address sanitizer
	@scripts/dependencies test
	@scripts/sanitize

bench: ## Measure speed and memory: ARGS go to Benchmarks/run
	@scripts/dependencies test
	@Benchmarks/run $(ARGS)

build: ## Build the programs for release
	@scripts/dependencies build
	@scripts/build

# For packagers, who install what is needed by themselves.
compile:
	swift build -c release

format: ## Format the sources
	swift format --in-place --parallel --recursive $(sources)

lint: ## Check the format of the sources, and their plan
	swift format lint --strict --parallel --recursive $(sources)
	@scripts/layout
	@scripts/messages check

messages: ## Bring the translations in po/ up to date
	@scripts/messages update

# The translations as programs read them, below LOCALE.
catalogs:
	@set -e; for language in $(languages); do \
	  folder="$(LOCALE)/$$language/LC_MESSAGES"; mkdir -p "$$folder"; \
	  msgfmt -o "$$folder/barline.mo" "po/$$language.po"; done

# Builds only what was never built: `sudo make install` needs no compiler after `make build`.
install: ## Install below PREFIX=/usr/local, with DESTDIR= for packagers
	@test -x $(release)/barline && test -x $(release)/barline-cli && test -x $(release)/barline-decoder || $(MAKE) build
	install -D -m 755 -t "$(DESTDIR)$(PREFIX)/bin" $(release)/barline $(release)/barline-cli
	install -D -m 755 -t "$(DESTDIR)$(PREFIX)/libexec/barline" $(release)/barline-decoder
	@$(MAKE) --no-print-directory catalogs LOCALE="$(DESTDIR)$(PREFIX)/share/locale"
	install -d "$(DESTDIR)$(PREFIX)/share/applications" "$(DESTDIR)$(PREFIX)/share/metainfo"
	msgfmt --desktop -d po --template=data/$(id).desktop \
	  -o "$(DESTDIR)$(PREFIX)/share/applications/$(id).desktop"
	msgfmt --xml -d po --template=data/$(id).metainfo.xml \
	  -o "$(DESTDIR)$(PREFIX)/share/metainfo/$(id).metainfo.xml"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/thumbnailers" data/barline.thumbnailer
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/barline/profiles" $(profiles)
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/glib-2.0/schemas" data/$(id).gschema.xml
	install -d "$(DESTDIR)$(PREFIX)/share/mime/packages"
	msgfmt --xml -d po --template=data/$(id).mime.xml \
	  -o "$(DESTDIR)$(PREFIX)/share/mime/packages/$(id).xml"
	install -d "$(DESTDIR)$(PREFIX)/share/dbus-1/services"
	sed '/^Exec=/s|@BINDIR@|$(PREFIX)/bin|' data/$(id).service.in \
	  >"$(DESTDIR)$(PREFIX)/share/dbus-1/services/$(id).service"
	set -e; for icon in $(icons:data/%=%); do \
	  install -D -m 644 "data/$$icon" "$(DESTDIR)$(PREFIX)/share/$$icon"; done
	set -e; for manual in $(manuals); do \
	  install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/man/man1" "$$manual"; done
	@$(MAKE) --no-print-directory completions refresh

# Written by the program that was installed, without the first line that names a shell: they are read, not run. One
# that does not start here (built for another machine) goes without.
completions:
	@write() { \
	  install -d "$$(dirname "$$2")" && "$(DESTDIR)$(PREFIX)/bin/barline-cli" --generate-completion-script $$1 >"$$2" && sed -i '1{/^#!/d}' "$$2" || { \
	    rm -f "$$2"; echo "make: barline-cli does not run here: no completions for $$1"; }; }; \
	write bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/barline-cli"; \
	write zsh "$(DESTDIR)$(ZSHDIR)/_barline-cli"; \
	write fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/barline-cli.fish"

strip: ## Take debug information out of what install put there, into .debug beside it
	scripts/strip "$(DESTDIR)$(PREFIX)/bin/barline" "$(DESTDIR)$(PREFIX)/bin/barline-cli" \
	  "$(DESTDIR)$(PREFIX)/libexec/barline/barline-decoder"

uninstall: ## Remove what install put there (same PREFIX and DESTDIR)
	set -e; for file in $(installed); do rm -f "$(DESTDIR)$(PREFIX)/$$file"; done
	rm -f "$(DESTDIR)$(ZSHDIR)/_barline-cli"
	set -e; for program in barline barline-cli; do \
	  rm -f "$(DESTDIR)$(PREFIX)/bin/.debug/$$program.debug"; done
	rm -f "$(DESTDIR)$(PREFIX)/libexec/barline/.debug/barline-decoder.debug"
	@$(MAKE) --no-print-directory refresh

# The desktop's indexes; a packager's DESTDIR has none.
refresh:
	@test -n "$(DESTDIR)" || { \
	  share="$(PREFIX)/share"; \
	  try() { ! command -v "$$1" >/dev/null || "$$@" || echo "make: $$1 failed, see above"; }; \
	  test ! -d "$$share/glib-2.0/schemas" || try glib-compile-schemas "$$share/glib-2.0/schemas"; \
	  test ! -d "$$share/mime/packages" || try update-mime-database "$$share/mime"; \
	  test ! -d "$$share/applications" || try update-desktop-database -q "$$share/applications"; \
	  test ! -d "$$share/icons/hicolor" || try gtk-update-icon-cache -q -t -f "$$share/icons/hicolor"; \
	}

dist: ## Make the release tarball, which builds without a network, in .build/dist
	@scripts/dist

packages: ## Make packages of the release tarball, in .build/packages: ARGS may be deb, run
	@scripts/packages $(ARGS)

clean: ## Remove everything that was built
	rm -rf .build .build-*
