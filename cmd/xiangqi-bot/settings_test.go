package main_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"
)

// settingTypes are the settings of a server and of a member, and the files that define what they are.
var settingTypes = []struct{ pkg, name, file string }{
	{"xiangqibot/bot/game", "Server", "server.go"},
	{"xiangqibot/bot/member", "Settings", "settings.go"},
}

// settingPanels are the files, or the folders, by which settings are changed and shown, which is no use of them.
var settingPanels = []string{
	"bot/handlers/server_options.go", "bot/handlers/settings.go", "bot/handlers/settings_more.go", "bot/view/panelview",
}

// TestShapeOfSettings makes sure that every setting is read by something else than its definition, its check and its
// panel: one that is not changes nothing, whatever people choose.
func TestShapeOfSettings(t *testing.T) {
	packages := checkPackages(t)
	for _, of := range settingTypes {
		r := settingReads{file: of.file, by: map[string]map[string]bool{}}
		for _, p := range packages {
			r.in(p, of.pkg, of.name)
		}
		if len(r.fields) < 10 {
			t.Errorf("%s.%s has only %d settings", of.pkg, of.name, len(r.fields))
		}
		read := r.reached(elsewhere, map[string]bool{})
		for _, field := range r.fields {
			if !read[field] {
				t.Errorf("%s.%s: nothing reads the setting %s", of.pkg, of.name, field)
			}
		}
	}
}

// elsewhere is the reader of what is read outside the file that defines the settings.
const elsewhere = ""

// settingReads says which settings, and which functions of the file that defines them, a reader uses. A reader is
// such a function, or elsewhere.
type settingReads struct {
	file   string
	fields []string
	by     map[string]map[string]bool
}

// reached returns what a reader uses, itself or by functions.
func (r *settingReads) reached(reader string, seen map[string]bool) map[string]bool {
	for used := range r.by[reader] {
		if !seen[used] {
			seen[used] = true
			r.reached(used, seen)
		}
	}
	return seen
}

// in adds what a package reads of the settings.
func (r *settingReads) in(p checkedPackage, pkg, name string) {
	own := p.types.Path() == pkg
	defined := p.types
	if !own {
		i := slices.IndexFunc(p.types.Imports(), func(i *types.Package) bool { return i.Path() == pkg })
		if i < 0 {
			return
		}
		defined = p.types.Imports()[i]
	}
	fields := map[types.Object]string{}
	settingFields(defined.Scope().Lookup(name).Type(), name, fields)
	for _, file := range p.files {
		base := p.fileOf(file.Package)
		whole := strings.TrimPrefix(path.Join(p.types.Path(), base), module)
		if slices.ContainsFunc(settingPanels, func(panel string) bool { return strings.HasPrefix(whole, panel) }) {
			continue
		}
		for _, decl := range file.Decls {
			reader := elsewhere
			if f, ok := decl.(*ast.FuncDecl); ok && own && base == r.file {
				if reader = f.Name.Name; reader == "Check" {
					continue
				}
			}
			r.inDecl(p, decl, reader, defined, fields)
		}
	}
	if own {
		for _, field := range fields {
			r.fields = append(r.fields, field)
		}
		slices.Sort(r.fields)
	}
}

// inDecl adds what a declaration reads. Fields that are assigned to are not read by that.
func (r *settingReads) inDecl(
	p checkedPackage, decl ast.Decl, reader string, defined *types.Package, fields map[types.Object]string,
) {
	if r.by[reader] == nil {
		r.by[reader] = map[string]bool{}
	}
	written := map[ast.Expr]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				written[to] = n.Tok == token.ASSIGN
			}
		case *ast.SelectorExpr:
			if s := p.info.Selections[n]; s != nil && fields[s.Obj()] != "" && !written[n] {
				r.by[reader][fields[s.Obj()]] = true
			}
		case *ast.Ident:
			if f, ok := p.info.Uses[n].(*types.Func); ok && f.Pkg() == defined && p.fileOf(f.Pos()) == r.file {
				r.by[reader][f.Name()] = true
			}
		}
		return true
	})
}

// settingFields names the fields of a struct, and those of the structs of its package in them.
func settingFields(of types.Type, name string, fields map[types.Object]string) {
	named, ok := of.(*types.Named)
	if !ok {
		return
	}
	structure, ok := named.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for field := range structure.Fields() {
		fields[field] = name + "." + field.Name()
		if inner, ok := field.Type().(*types.Named); ok && inner.Obj().Pkg() == named.Obj().Pkg() {
			settingFields(inner, name+"."+field.Name(), fields)
		}
	}
}
